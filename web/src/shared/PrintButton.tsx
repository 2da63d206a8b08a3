import { Button } from '@mantine/core'
import { Icon } from './Icon.tsx'
import styles from './PrintButton.module.css'

/** Puts the page on paper. */
export const PrintButton = () => (
  <Button
    className={styles.print}
    variant="default"
    onClick={() => print()}
    leftSection={<Icon name="print" size={20} />}
  >
    Afdrukken
  </Button>
)
