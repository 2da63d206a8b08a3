import styles from './Planner.module.css'
import { DayCell, type PlannerView, weekText } from './PlannerGrid.tsx'
import { cellKey, collectionKeyOf } from './planner-weeks.ts'

/** The collections per week and area, for small screens. */
export const PlannerList = ({ plan: { areas }, weeks, cells, selected, onCell }: PlannerView) => (
  <div className="column gap-5">
    {weeks.map((monday) => {
      const inWeek = areas.filter(({ id }) => cells.has(cellKey(id, monday)))
      return (
        <section key={monday}>
          <h3>{weekText(monday)}</h3>
          {inWeek.length === 0 && <p className="dimmed">Geen ophaaldagen</p>}
          <ul className="ruled">
            {inWeek.map(({ id, name }) => (
              <li key={id} className={styles.inWeek}>
                <span>{name}</span>
                <span className={styles.days}>
                  {cells.get(cellKey(id, monday))?.map((it) => (
                    <DayCell
                      key={collectionKeyOf(it)}
                      of={it}
                      isSelected={selected.has(collectionKeyOf(it))}
                      onClick={onCell}
                    />
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )
    })}
  </div>
)
