import { markPaperTeacher } from '@xueheng/contract/domains/exam/task/mark-teacher.ts'
import { Button } from 'antd'
import { useAction } from '../../../../platform/action/use-action.ts'
import { callApi } from '../../../../platform/api/client.ts'
import { useList } from '../../../../platform/crud/CrudPage.tsx'
import { useT } from '../../../../platform/i18n/i18n.ts'
import { useCan } from '../../../../platform/session/session.ts'
import { message } from '../../../../platform/ui/message.ts'
import { MARK_CHANGES } from './use-marking.ts'

/** Pulls those who are picked in the list of reported teachers, beside what the seed draws. */
export function PullChosen() {
  const t = useT()
  const can = useCan()
  const { selected, rows, setSelected } = useList()
  const taskId = rows.find(({ id }) => selected.includes(id))?.['taskId']
  const pulling = useAction(() => callApi(markPaperTeacher, { taskId: String(taskId), ids: selected.join() }), {
    confirm: '将所选教师抽为阅卷教师，学校会收到消息，确定?',
    changes: MARK_CHANGES,
    onDone: () => setSelected([]),
  })
  if (!can('examtask_edit')) return null
  const pull = () => (taskId === undefined ? message.warning(t('请选择至少一条数据')) : void pulling.run())
  return (
    <Button loading={pulling.isBusy} onClick={pull}>
      {t('抽为阅卷教师')}
    </Button>
  )
}
