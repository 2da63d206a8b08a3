import { Planner } from './Planner.tsx'
import { PlanningPage } from './PlanningPage.tsx'

/** The planner of a municipality's collections. */
export const CollectionsPage = () => (
  <PlanningPage>{(municipality) => <Planner municipality={municipality} />}</PlanningPage>
)
