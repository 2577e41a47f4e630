import { useT } from '../../platform/i18n/i18n.ts'
import { Button, Select } from 'antd'
import { openTab, useTabSearch } from '../../platform/tabs/tab.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { type Exam, deskPath } from './exam.ts'
import { OneExam } from './OneExam.tsx'
import { Plan } from './progress/Plan.tsx'
import { TYPE_WORDS } from './progress/PlanTask.tsx'
import { StateBadge } from './StateBadge.tsx'
import { useExamJob } from './use-exam-job.ts'
import './desk/desk.css'

/** 数据进度任务: the plan of any exam; exam and filters are in the address. */
export function Page() {
  const t = useT()
  const [search] = useTabSearch()
  const types = search.get('taskTypes')?.split(',').filter(Boolean) ?? []
  const isFinished = search.get('isFinished')
  return (
    <PageFrame title={t('数据进度任务')}>
      <OneExam filters={<Filters types={types} isFinished={isFinished} />}>
        {(exam) => <Filtered exam={exam} types={types} isFinished={isFinished} />}
      </OneExam>
    </PageFrame>
  )
}

interface FiltersProps {
  types: string[]
  isFinished: string | null
}

function Filters({ types, isFinished }: FiltersProps) {
  const t = useT()
  const [, setSearch] = useTabSearch()
  return (
    <>
      <Select
        mode="multiple"
        allowClear
        aria-label={t('任务类型')}
        placeholder={t('全部类型')}
        value={types}
        maxTagCount="responsive"
        options={Object.entries(TYPE_WORDS).map(([value, label]) => ({ value, label: t(label) }))}
        onChange={(next: string[]) => setSearch({ taskTypes: next.join() })}
      />
      <Select
        allowClear
        aria-label={t('是否完成')}
        placeholder={t('是否完成')}
        value={isFinished}
        options={[
          { value: '0', label: t('未完成') },
          { value: '1', label: t('已完成') },
        ]}
        onChange={(next: string | undefined) => setSearch({ isFinished: next })}
      />
    </>
  )
}

function Filtered({ exam, types, isFinished }: { exam: Exam } & FiltersProps) {
  const t = useT()
  const work = useExamJob(exam.id)
  return (
    <div className="exam-part is-alone">
      <p className="exam-alone-head">
        <StateBadge status={exam.examStatus ?? 0} />
        <Button type="link" onClick={() => openTab(deskPath(exam.id))}>
          {t('进入考试')}
        </Button>
      </p>
      <Plan
        exam={exam}
        work={work}
        isShown={(task) =>
          (types.length === 0 || types.includes(task.taskTypes)) &&
          (!isFinished || String(task.isFinished) === isFinished)
        }
      />
    </div>
  )
}
