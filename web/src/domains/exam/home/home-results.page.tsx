import { useCan } from '../../../platform/session/session.ts'
import { ReaderHome } from './ReaderHome.tsx'
import './home.css'

/** The published exams with ways into their reports, for those who read. */
export function Page() {
  const can = useCan()
  return !can('examinfo_process') && can('onescoretworatebrief_view') ? <ReaderHome /> : null
}
