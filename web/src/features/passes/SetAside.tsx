import { Button } from '../../kit/buttons/Button.tsx'
import { Panel } from '../../kit/page/Panel.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'

/** What is told of a resident whose card nobody looked at any more. */
export const setAside = 'Bewoner van het scherm gehaald'

/** Where a resident's card was that nobody looked at any more; one key brings it back, with what was typed on it. */
export function SetAside({ onShow }: { onShow: () => void }) {
  return (
    <Panel title={setAside}>
      <p>Vijf minuten heeft niemand iets gedaan. Wat u had ingevuld, is bewaard.</p>
      <Button variant="default" icon={<Icon name="retry" size={18} />} onClick={onShow}>
        Toon de bewoner weer
      </Button>
    </Panel>
  )
}
