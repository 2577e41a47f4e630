import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar, type RowAction } from '../../platform/crud/CrudPage.tsx'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { openTab } from '../../platform/tabs/tab.ts'
import { deskPath } from './exam.ts'
import { StateBadge } from './StateBadge.tsx'

const CELLS: OwnCells = {
  examStatus: { width: 176, draw: (status) => <StateBadge status={Number(status ?? 0)} /> },
}
const ROW_ACTIONS: RowAction[] = [{ code: 'examinfo_view', label: '进入考试', run: open }]

/** The list of exams; the state is shown as a way that is gone, and an exam opens as its desk. */
export function ExamList() {
  return (
    <CrudPage entity={examInfo}>
      <ListToolbar />
      <ListRows actions={ROW_ACTIONS} cells={CELLS} onOpen={open} />
    </CrudPage>
  )
}

function open(row: CrudRow): void {
  openTab(deskPath(row.id))
}
