import { useCan } from '../../../platform/session/session.ts'
import { OfficerHome } from './OfficerHome.tsx'
import { ReaderHome } from './ReaderHome.tsx'
import './home.css'

/** What the start page says about exams: the work to be done for those who run them, the results for those who read. */
export function Page() {
  const can = useCan()
  if (can('examinfo_process')) return <OfficerHome />
  return can('onescoretworatebrief_view') ? <ReaderHome /> : null
}
