import { WasteStream, wasteStreamNames } from '@rd4-loket/contract'
import { StreamMark } from '../src/domain/waste-streams/StreamMark.tsx'
import { StreamName } from '../src/domain/waste-streams/StreamName.tsx'
import { StreamNames } from '../src/domain/waste-streams/StreamNames.tsx'
import { Drawing, type DrawingName } from '../src/kit/page/Drawing.tsx'
import { Empty } from '../src/kit/page/Empty.tsx'
import { Badge } from '../src/kit/tables/Badge.tsx'
import { Meter } from '../src/kit/tables/Meter.tsx'
import { Icon, type IconName } from '../src/kit/theme/Icon.tsx'
import { brandVariables } from '../src/kit/theme/theme.ts'
import styles from './Gallery.module.css'
import { Specimen } from './Specimen.tsx'

const specified: IconName[] = [
  'paper',
  'residual_waste',
  'best_bag',
  'christmas_trees',
  'gft',
  'pruning_waste',
  'pmd',
  'user',
  'info',
  'clearances',
  'marker',
  'marker-home',
]

const drawings: DrawingName[] = [
  'nothing-found',
  'nothing-yet',
  'no-access',
  'not-found',
  'broken',
  'offline',
  'unpublished',
  'scan',
]

const colours = Object.entries(brandVariables({} as never).variables).filter(([, value]) => value.startsWith('#'))

function Marks() {
  return (
    <div className={styles.row}>
      {WasteStream.options.map((stream) => (
        <span key={stream} className={styles.swatch}>
          <StreamMark stream={stream} size={64} />
          <StreamMark stream={stream} size={18} />
          {wasteStreamNames[stream]}
        </span>
      ))}
    </div>
  )
}

/** What everything is drawn with: the brand's colours, the icons, the marks of the streams, and the drawings. */
export const LooksChapter = () => (
  <>
    <Specimen name="theme: the colours of the brand" wide>
      <div className={styles.row}>
        {colours.map(([name, value]) => (
          <span key={name} className={styles.swatch}>
            <span style={{ background: value }} />
            <span>{name.replace('--rd4-', '')}</span>
          </span>
        ))}
      </div>
    </Specimen>
    <Specimen name="Icon: the twelve, at 64, 24 and 16" wide>
      <div className={styles.row}>
        {specified.map((name) => (
          <span key={name} className={styles.swatch}>
            <Icon name={name} size={64} />
            <Icon name={name} />
            <Icon name={name} size={16} />
            {name}
          </span>
        ))}
      </div>
    </Specimen>
    <Specimen name="StreamMark: the ten, large and small" wide>
      <Marks />
    </Specimen>
    <Specimen name="StreamMark: without colour" wide>
      <div className={styles.grey}>
        <Marks />
      </div>
    </Specimen>
    <Specimen name="StreamName">
      <StreamName stream="christmas_trees" />
    </Specimen>
    <Specimen name="StreamNames: all">
      <StreamNames streams={WasteStream.options} />
    </Specimen>
    <Specimen name="Badge">
      <div className={styles.row}>
        <Badge>Laatst bekeken</Badge>
        <Badge tone="error">Geblokkeerd</Badge>
      </div>
    </Specimen>
    <Specimen name="Meter: 0, 47 and 100 per cent">
      <Meter percent={0} />
      <Meter percent={47} />
      <Meter percent={100} />
    </Specimen>
    <Specimen name="Drawing: the family" wide>
      <div className={styles.row}>
        {drawings.map((name) => (
          <span key={name} className={styles.swatch}>
            <Drawing name={name} width={112} />
            {name}
          </span>
        ))}
      </div>
    </Specimen>
    <Specimen name="Empty" wide>
      <Empty drawing="nothing-found">
        <p>Er is niets gevonden.</p>
        <ul>
          <li>Laat het huisnummer leeg.</li>
          <li>Kijk of er een tikfout in staat.</li>
        </ul>
      </Empty>
    </Specimen>
  </>
)
