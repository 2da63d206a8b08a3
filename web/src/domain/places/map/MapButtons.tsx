import { Icon } from '../../../kit/theme/Icon.tsx'
import styles from './MapButtons.module.css'

/** Buttons that zoom in, zoom out and show the whole map. */
export function MapButtons({ onZoom, onFit }: { onZoom: (levels: number) => void; onFit: () => void }) {
  return (
    <div className={`screen-only ${styles.buttons}`}>
      <button type="button" aria-label="Zoom in" onClick={() => onZoom(1)}>
        <Icon name="plus" size={20} />
      </button>
      <button type="button" aria-label="Zoom uit" onClick={() => onZoom(-1)}>
        <Icon name="minus" size={20} />
      </button>
      <button type="button" aria-label="Toon de hele kaart" onClick={onFit}>
        <Icon name="fit" size={20} />
      </button>
    </div>
  )
}
