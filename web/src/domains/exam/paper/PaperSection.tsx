import { ONLY_PAPER } from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { Button, Segmented } from 'antd'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { useTabSearch } from '../../../platform/tabs/tab.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { type Exam, whyNot } from '../exam.ts'
import { PartHead } from '../PartHead.tsx'
import { PaperDesk } from './PaperDesk.tsx'
import { type PaperLine, type PaperPlace, usePaper, usePaperList, usePaperWords } from './papers.ts'
import './paper.css'

interface PaperSectionProps {
  exam: Exam
  /** The page has the title already. */
  isAlone?: boolean
}

/** 试卷题目: the blueprint of each course's paper. */
export function PaperSection({ exam, isAlone = false }: PaperSectionProps) {
  const t = useT()
  const can = useCan()
  const papers = usePaperList(exam.id)
  const [search, setSearch] = useTabSearch()
  const refusal = whyNot(exam, 'editPaper')
  if (papers.error) return <ErrorState error={papers.error} onRetry={() => void papers.refetch()} />
  if (!papers.data) return <Skeleton rows={8} />
  const lines = papers.data
  const asked = lines.find((one) => one.courseName === search.get('course'))
  const shown = asked ?? lines.find((one) => one.questionNum > 0) ?? lines[0]
  const own = lines.filter((one) => one.courseName === shown?.courseName)
  const paperCode = search.get('paper') ?? shown?.paperCode ?? ONLY_PAPER
  const isLocked = refusal !== undefined || !can('examcoursepaperquestion_edit')
  return (
    <>
      {!(isAlone && !refusal) && (
        <PartHead
          title="试卷题目"
          hint={refusal ?? '每科试卷的题目、分值、答案与知识点；小题分按这里的题号和分值导入与核对。'}
        />
      )}
      {shown ? (
        <>
          <CourseTabs
            lines={lines}
            shown={shown.courseName}
            onShow={(course) => setSearch({ course, paper: undefined })}
          />
          <PaperCodes
            codes={own.map((one) => one.paperCode)}
            shown={paperCode}
            isLocked={isLocked}
            onShow={(paper) => setSearch({ paper })}
          />
          <Paper
            key={`${shown.courseName} ${paperCode}`}
            exam={exam}
            place={{ examId: exam.id, courseName: shown.courseName, paperCode }}
            papers={lines}
            examScore={shown.examScore}
            isLocked={isLocked}
          />
        </>
      ) : (
        <Empty title={t('还没有科目')} hint={t('先在“考试科目”中设置科目和满分')} />
      )}
    </>
  )
}

interface CourseTabsProps {
  lines: PaperLine[]
  shown: string
  onShow: (course: string) => void
}

/** The courses, each with what its questions add up to. */
function CourseTabs({ lines, shown, onShow }: CourseTabsProps) {
  const t = useT()
  const courses = [...new Set(lines.map((one) => one.courseName))]
  return (
    <nav className="paper-courses" aria-label={t('科目')}>
      {courses.map((course) => {
        const own = lines.filter((one) => one.courseName === course)
        const [first] = own
        const isWhole = own.every((one) => one.isWhole === 1)
        return (
          <button
            key={course}
            type="button"
            aria-current={course === shown ? 'true' : undefined}
            onClick={() => onShow(course)}
          >
            {t(course)}
            <small data-level={isWhole ? 'right' : 'wrong'}>
              {first?.questionNum ? `${first.total} / ${first.examScore}` : t('没有题目')}
            </small>
          </button>
        )
      })}
    </nav>
  )
}

interface PaperCodesProps {
  codes: string[]
  shown: string
  isLocked: boolean
  onShow: (paperCode: string) => void
}

/** Papers of one course: A alone as a rule, B for those who sit next to each other. */
function PaperCodes({ codes, shown, isLocked, onShow }: PaperCodesProps) {
  const t = useT()
  const known = [...new Set([...codes, shown])].toSorted()
  const next = String.fromCharCode((known.at(-1) ?? ONLY_PAPER).charCodeAt(0) + 1)
  const canAdd = !isLocked && /^[B-H]$/.test(next)
  if (known.length === 1 && !canAdd) return null
  return (
    <div className="paper-codes">
      <Segmented
        aria-label={t('试卷')}
        value={shown}
        options={known.map((code) => ({ value: code, label: t('{paper}卷', { paper: code }) }))}
        onChange={onShow}
      />
      {canAdd && (
        <Button type="link" size="small" onClick={() => onShow(next)}>
          {t('增加{paper}卷', { paper: next })}
        </Button>
      )}
    </div>
  )
}

interface PaperProps {
  exam: Exam
  place: PaperPlace
  papers: PaperLine[]
  examScore: number
  isLocked: boolean
}

function Paper(props: PaperProps) {
  const stored = usePaper(props.place)
  const dictionaries = usePaperWords()
  if (stored.data && dictionaries.words)
    return <PaperDesk {...props} stored={stored.data} dictionaries={dictionaries.words} />
  const failed = [stored, ...dictionaries.failed].filter(({ error }) => error)
  const again = () => void Promise.all(failed.map((one) => one.refetch()))
  return failed.length > 0 ? <ErrorState error={failed[0]?.error} onRetry={again} /> : <Skeleton rows={8} />
}
