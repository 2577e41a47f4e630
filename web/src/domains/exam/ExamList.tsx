import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { get } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar, type RowAction } from '../../platform/crud/CrudPage.tsx'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { openTab } from '../../platform/tabs/tab.ts'
import { type Exam, deskPath } from './exam.ts'
import { proposeExam } from './propose-exam.ts'
import { StateBadge } from './StateBadge.tsx'

const CELLS: OwnCells = {
  examStatus: { width: 176, draw: (status) => <StateBadge status={Number(status ?? 0)} /> },
}
/** Read with the list, so that it is there when a form is opened. */
const LAST = queryOptions({
  queryKey: ['crud', examInfo.name, 'last'],
  queryFn: () => get<Page<Exam>>(`${examInfo.paths[0]}/list`, { current: 1, size: 1 }),
})
const ROW_ACTIONS: RowAction[] = [{ code: 'examinfo_view', label: '进入考试', run: open }]

/**
 * The list of exams; the state is shown as a way that is gone, and an exam opens as its desk. A new one starts with what
 * the day and the last exam say of it.
 */
export function ExamList() {
  const client = useQueryClient()
  useQuery(LAST)
  const propose = async () => {
    const last = await client.ensureQueryData(LAST).catch(() => undefined)
    return proposeExam(new Date(), last?.records[0])
  }
  return (
    <CrudPage entity={examInfo} propose={propose}>
      <ListToolbar />
      <ListRows actions={ROW_ACTIONS} cells={CELLS} onOpen={open} />
    </CrudPage>
  )
}

function open(row: CrudRow): void {
  openTab(deskPath(row.id))
}
