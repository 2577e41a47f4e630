import { highExamBeforeN, queryHighExamBeforeN } from '@xueheng/contract/domains/exam/high-exam.ts'
import { CrudPage, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'

const SOURCE = { segment: queryHighExamBeforeN.path.slice(queryHighExamBeforeN.path.lastIndexOf('/') + 1) }

/** 高考前N名学生: the best placed of an archived year, names masked; each stream counts by itself. */
export function Page() {
  return (
    <CrudPage entity={highExamBeforeN} source={SOURCE}>
      <ListToolbar />
      <ListRows isFlat />
    </CrudPage>
  )
}
