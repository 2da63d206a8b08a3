import { Icon } from '../theme/Icon.tsx'
import { Button } from './Button.tsx'

export const PrintButton = () => (
  <Button variant="default" onClick={() => print()} icon={<Icon name="print" size={20} />}>
    Afdrukken
  </Button>
)
