import { Alert, Button } from 'antd'
import { useT } from '../../platform/i18n/i18n.ts'
import { openTab } from '../../platform/tabs/tab.ts'
import { detailPath } from './paths.ts'

interface TaskDoneProps {
  formRoute: string
  processInstanceId: string
  businessId: string
}

/** In place of what there was to do: somebody has done it. */
export function TaskDone(place: TaskDoneProps) {
  const t = useT()
  return (
    <section className="flow-sheet">
      <Alert
        type="info"
        showIcon
        title={t('这个任务已经办理')}
        action={<Button onClick={() => openTab(detailPath(place))}>{t('查看详情')}</Button>}
      />
    </section>
  )
}
