import { useCan } from '../../../platform/session/session.ts'
import { LateOwn } from './LateSchools.tsx'
import { OfficerHome } from './OfficerHome.tsx'
import './home.css'

/** What the start page says of exams at work: the next step for those who run them, what a school still owes for the others. */
export function Page() {
  const can = useCan()
  if (can('examinfo_process')) return <OfficerHome />
  return can('examinfo_view') ? <LateOwn /> : null
}
