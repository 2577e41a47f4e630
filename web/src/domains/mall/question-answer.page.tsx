import { aiFeedback, questionAnswer } from '@xueheng/contract/domains/mall/question-answer.ts'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar, type RowAction } from '../../platform/crud/CrudPage.tsx'

/** 学生作答: what pupils answered, and what a machine says of it where that is wanted. */
export function Page() {
  const ask = useAction((row: CrudRow) => callApi(aiFeedback, { answerId: row.id }), { changes: [questionAnswer] })
  const actions: RowAction[] = [
    {
      code: 'questionmanage_feedback',
      label: aiFeedback.title,
      isFor: (row) => !row['feedback'],
      run: (row) => ask.run(row),
    },
  ]
  return (
    <CrudPage entity={questionAnswer}>
      <ListToolbar />
      <ListRows actions={actions} />
    </CrudPage>
  )
}
