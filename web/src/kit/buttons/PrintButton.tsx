import { Button } from '@mantine/core'
import { Icon } from '../theme/Icon.tsx'

/** Puts the page on paper. */
export const PrintButton = () => (
  <Button variant="default" onClick={() => print()} leftSection={<Icon name="print" size={20} />}>
    Afdrukken
  </Button>
)
