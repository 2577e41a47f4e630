import { Button, Progress, type TableColumnsType, Tag } from 'antd'
import { formatNumber } from '../../../../platform/i18n/format.ts'
import type { Translate } from '../../../../platform/i18n/i18n.ts'
import type { MarkLine } from './use-marking.ts'

/** What the bureau does with the plan of a course, as far as it may. */
export interface PlanAction {
  text: string
  run: (line: MarkLine) => void
  isDanger?: boolean
}

/** The columns of the plans: the workload, the people, and the actions of who may plan. */
export function planColumns(t: Translate, actions: PlanAction[], isPhone: boolean): TableColumnsType<MarkLine> {
  const isBureau = actions.length > 0
  return [
    { dataIndex: 'courseName', title: t('科目'), render: (course: string) => t(course) },
    { title: t('工作量'), render: (_, line) => workloadOf(t, line) },
    count(t, 'needNum', '需要人数'),
    ...(isBureau ? [count(t, 'teacherNum', '上报教师')] : []),
    count(t, 'pulledNum', isBureau ? '待确认' : '本校待确认'),
    count(t, 'confirmedNum', isBureau ? '已确认' : '本校已确认'),
    count(t, 'returnedNum', isBureau ? '已退回' : '本校已退回'),
    ...(isBureau ? bureauColumns(t, actions, isPhone) : []),
  ]
}

function bureauColumns(t: Translate, actions: PlanAction[], isPhone: boolean): TableColumnsType<MarkLine> {
  return [
    { title: t('缺口'), align: 'right', render: (_, line) => shortOf(line) },
    {
      title: t('确认进度'),
      width: 140,
      render: (_, { confirmedNum, needNum }) => (
        <Progress
          percent={Math.min(100, Math.round((100 * confirmedNum) / Math.max(1, needNum ?? 0)))}
          size="small"
          aria-label={t('确认进度')}
        />
      ),
    },
    {
      title: t('操作'),
      fixed: isPhone ? false : 'right',
      render: (_, line) => (
        <span className="exam-task-acts">
          {actions.map(({ text, run, isDanger = false }) => (
            <Button key={text} type="link" size="small" danger={isDanger} onClick={() => run(line)}>
              {t(text)}
            </Button>
          ))}
        </span>
      ),
    },
  ]
}

function workloadOf(t: Translate, { paperNum, marksPerPaper, speed, hours }: MarkLine): string {
  return t('{papers}份 × {marks}次 ÷ ({speed}份/小时 × {hours}小时)', {
    papers: formatNumber(paperNum),
    marks: Number(marksPerPaper),
    speed,
    hours: Number(hours),
  })
}

function shortOf({ needNum, pulledNum, confirmedNum }: MarkLine) {
  const short = (needNum ?? 0) - pulledNum - confirmedNum
  return short > 0 ? <Tag color="error">{formatNumber(short)}</Tag> : 0
}

type CountName = 'needNum' | 'teacherNum' | 'pulledNum' | 'confirmedNum' | 'returnedNum'

function count(t: Translate, dataIndex: CountName, title: string) {
  return { dataIndex, title: t(title), align: 'right' as const, render: (num: number) => formatNumber(num) }
}
