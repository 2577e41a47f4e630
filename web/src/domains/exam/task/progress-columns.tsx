import { TASK_TYPE } from '@xueheng/contract/domains/exam/task/exam-task.ts'
import type { progressInArea, progressInSchool } from '@xueheng/contract/domains/exam/task/task-progress.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { Progress, type TableColumnsType } from 'antd'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { type Translate, useT } from '../../../platform/i18n/i18n.ts'
import type { TaskChoice } from './use-task-progress.ts'

export type AreaLine = Output<typeof progressInArea>[number]
export type SchoolLine = Output<typeof progressInSchool>[number]

type Counted = AreaLine | SchoolLine

/** What is counted of areas and schools: candidates, teachers or markers first, as the task asks; teachers beside candidates. */
export function countColumns<L extends Counted>(t: Translate, { taskType }: TaskChoice): TableColumnsType<L> {
  const [plan, submit] = taskType === TASK_TYPE.marking ? ['抽调', '已答复'] : ['应报', '已报']
  return [
    count(t, 'planNum', plan ?? ''),
    count(t, 'submitNum', submit ?? ''),
    count(t, 'auditNum', '已确认'),
    {
      dataIndex: 'percent',
      title: t('完成率'),
      width: 160,
      render: (_, line) => <Reported line={line} />,
    },
    ...(taskType === TASK_TYPE.both ? teacherColumns<L>(t) : []),
    { dataIndex: 'lastTime', title: t('最近上报'), render: (time: string | null) => time ?? '—' },
  ]
}

/** Reported of expected; what is confirmed of it stands out, and only that is done. */
function Reported({ line: { percent, planNum, auditNum } }: { line: Counted }) {
  const t = useT()
  if (percent === null) return '—'
  const confirmed = Math.min(100, (100 * auditNum) / Math.max(1, planNum))
  return (
    <Progress
      percent={percent}
      success={{ percent: confirmed }}
      status={confirmed >= 100 ? 'success' : 'normal'}
      size="small"
      aria-label={t('上报进度')}
    />
  )
}

function teacherColumns<L extends Counted>(t: Translate): TableColumnsType<L> {
  return [
    count(t, 'teacherPlanNum', '应报教师'),
    count(t, 'teacherNum', '已报教师'),
    count(t, 'teacherAuditNum', '已确认教师'),
  ]
}

type CountName = 'planNum' | 'submitNum' | 'auditNum' | 'teacherPlanNum' | 'teacherNum' | 'teacherAuditNum'

function count(t: Translate, dataIndex: CountName, title: string) {
  return { dataIndex, title: t(title), align: 'right' as const, render: (num: number) => formatNumber(num) }
}
