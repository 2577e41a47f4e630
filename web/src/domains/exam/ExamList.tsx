import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../platform/api/client.ts'
import { useState } from 'react'
import { CrudPage, type CrudRow, ListRows, ListToolbar, type RowAction } from '../../platform/crud/CrudPage.tsx'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { openTab } from '../../platform/tabs/tab.ts'
import { type Exam, deskPath } from './exam.ts'
import { proposeExam } from './propose-exam.ts'
import { StateBadge } from './StateBadge.tsx'

const CELLS: OwnCells = {
  examStatus: { width: 176, draw: (status) => <StateBadge status={Number(status ?? 0)} /> },
}
const ROW_ACTIONS: RowAction[] = [{ code: 'examinfo_view', label: '进入考试', run: open }]

/**
 * The list of exams; the state is shown as a way that is gone, and an exam opens as its desk. A new one starts with what
 * the day and the last exam say of it.
 */
export function ExamList() {
  const [today] = useState(() => new Date())
  const last = useQuery({
    queryKey: ['crud', examInfo.name, 'last'],
    queryFn: () => get<Page<Exam>>(`${examInfo.paths[0]}/list`, { current: 1, size: 1 }),
  })
  return (
    <CrudPage entity={examInfo} defaults={proposeExam(today, last.data?.records[0])}>
      <ListToolbar />
      <ListRows actions={ROW_ACTIONS} cells={CELLS} onOpen={open} />
    </CrudPage>
  )
}

function open(row: CrudRow): void {
  openTab(deskPath(row.id))
}
