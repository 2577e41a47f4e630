import { Segmented } from 'antd'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useTabState } from '../../../platform/tabs/tab.ts'
import { PageFrame } from '../../../platform/ui/PageFrame.tsx'
import { SummarySection } from '../desk/SummarySection.tsx'
import type { Exam } from '../exam.ts'
import { defaultExam } from '../exam-choice.ts'
import { OneExam } from '../OneExam.tsx'
import { SchoolData } from './SchoolData.tsx'
import '../desk/desk.css'

type View = 'courses' | 'schools'

/** 数据完整性 of any exam: school × course, or the schools of one area with whom to ask. */
export function Page() {
  const t = useT()
  const [view, setView] = useTabState<View>('view', 'courses')
  return (
    <PageFrame title={t('数据完整性')}>
      <OneExam
        first={defaultExam}
        filters={
          <Segmented
            aria-label={t('显示')}
            value={view}
            options={[
              { value: 'courses', label: t('学校与科目') },
              { value: 'schools', label: t('各学校数据') },
            ]}
            onChange={setView}
          />
        }
      >
        {(exam) => <Chosen exam={exam} view={view} />}
      </OneExam>
    </PageFrame>
  )
}

function Chosen({ exam, view }: { exam: Exam; view: View }) {
  return (
    <div className="exam-part is-alone">
      {view === 'courses' ? <SummarySection exam={exam} isAlone /> : <SchoolData exam={exam} />}
    </div>
  )
}
