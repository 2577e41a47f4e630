import { paperQuestion } from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { Segmented } from 'antd'
import { CrudPage, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { OneExam } from './OneExam.tsx'
import { PaperSection } from './paper/PaperSection.tsx'
import './desk/desk.css'

/** 试卷题目: the papers of one exam as sheets, or the questions of all exams as a list. */
export function Page() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const isList = search.get('view') === 'list'
  const views = (
    <Segmented
      aria-label={t('显示方式')}
      value={isList ? 'list' : 'sheet'}
      options={[
        { value: 'sheet', label: t('细目表') },
        { value: 'list', label: t('题目列表') },
      ]}
      onChange={(view) => setSearch({ view: view === 'list' ? 'list' : undefined })}
    />
  )
  if (isList) {
    return (
      <CrudPage entity={paperQuestion}>
        <ListToolbar>{views}</ListToolbar>
        <ListRows />
      </CrudPage>
    )
  }
  return (
    <PageFrame title={t('试卷题目')} extra={views}>
      <OneExam forget={['course', 'paper']}>
        {(exam) => (
          <div className="exam-part is-alone">
            <PaperSection exam={exam} isAlone />
          </div>
        )}
      </OneExam>
    </PageFrame>
  )
}
