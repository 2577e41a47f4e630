import { oneScoreTwoRate } from '@xueheng/contract/domains/report/one-score-two-rate.ts'
import { oneScoreParagraph } from '@xueheng/contract/domains/report/paragraph.ts'
import { scoreRank } from '@xueheng/contract/domains/report/score-rank.ts'
import { studentScore } from '@xueheng/contract/domains/report/student-score.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber, formatTime } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { menuPathOf } from './frame/report-family.ts'
import { GRAIN_BELOW, type Standing, grainOf, useLastExam } from './use-last-exam.ts'
import './home.css'

/** On the start page: how the own units did in the newest published exam, and what to look at next. */
export function Page() {
  const t = useT()
  const { data = [] } = useLastExam()
  const [first] = data
  if (!first) return null
  return (
    <section className="last-exam" aria-label={t('最近一次考试')}>
      <h2>
        {t('最近一次考试')}
        <span>
          {first.examName} · {formatTime(first.beginDate)}
        </span>
      </h2>
      {data.map((unit) => (
        <Unit key={`${unit.areaCode} ${unit.schoolCode} ${unit.classCode}`} unit={unit} />
      ))}
    </section>
  )
}

function Unit({ unit }: { unit: Standing }) {
  const t = useT()
  const way = useWay(unit)
  const grain = grainOf(unit)
  const whole = oneScoreTwoRate[grain]
  return (
    <article>
      <h3>{t(unit.unitName)}</h3>
      <dl>
        <Figure title="平均分" to={way(whole)} note={compared(t, unit)}>
          {formatNumber(unit.avgScore ?? 0, 2)}
        </Figure>
        {grain !== 'all' && (
          <Figure title="名次" to={way(grain === 'class' ? scoreRank.class : scoreRank.school)} note={moved(t, unit)}>
            {unit.avgRank ?? unit.rankBand ?? '—'} <small>/ {formatNumber(unit.unitNum ?? 0)}</small>
          </Figure>
        )}
        <Figure title="实考" to={way(studentScore)} note={t('应考 {n}', { n: formatNumber(unit.planNum ?? 0) })}>
          {formatNumber(unit.studentNum ?? 0)}
        </Figure>
        <Figure title="及格率" to={way(whole)} note={t('优秀率 {n}%', { n: formatNumber(unit.excellentRate ?? 0, 2) })}>
          {formatNumber(unit.passRate ?? 0, 2)}%
        </Figure>
        <Course title="最强科目" unit={unit} name={unit.strongest} rate={unit.strongestRate} />
        {unit.weakest !== unit.strongest && (
          <Course title="最弱科目" unit={unit} name={unit.weakest} rate={unit.weakestRate} />
        )}
      </dl>
      <NextSteps unit={unit} />
    </article>
  )
}

type Say = ReturnType<typeof useT>

const ABOVE = { all: '', area: '全体', school: '县区', class: '学校' }

/** The mean beside that of the unit above. */
function compared(t: Say, unit: Standing): string {
  const { diffAvg } = unit
  const grain = grainOf(unit)
  if (diffAvg === null || grain === 'all') return ''
  return t('比{above} {n}', { above: t(ABOVE[grain]), n: signed(diffAvg) })
}

function moved(t: Say, { avgRank, rankPrev }: Standing): string {
  if (avgRank === null || rankPrev === null) return ''
  const change = rankPrev - avgRank
  if (change === 0) return t('与上次持平')
  return change > 0 ? t('比上次上升 {n} 名', { n: change }) : t('比上次下降 {n} 名', { n: -change })
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${formatNumber(value, 2)}`
}

/** The address of a report of this exam cut to the unit; nothing for those who may not read it. */
function useWay({ examId, areaCode, schoolCode, classCode }: Standing) {
  const can = useCan()
  return (report: AnyReport, params: Record<string, string> = {}): string | undefined => {
    const path = menuPathOf(report)
    if (!path || !can(report.permission)) return undefined
    const units = { areaCode, schoolCode, classCode }
    const own = Object.entries(units).flatMap(([name, code]) => (code && name in report.params ? [[name, code]] : []))
    return `${path}?${new URLSearchParams([['examId', examId], ['report', report.name], ...own, ...Object.entries(params)])}`
  }
}

interface FigureProps {
  title: string
  to: string | undefined
  note: string
  children: ReactNode
}

function Figure({ title, to, note, children }: FigureProps) {
  const t = useT()
  return (
    <div>
      <dt>{t(title)}</dt>
      <dd>
        {to ? <Link to={to}>{children}</Link> : <b>{children}</b>}
        <span>{note}</span>
      </dd>
    </div>
  )
}

interface CourseProps {
  title: string
  unit: Standing
  name: string | null
  rate: number | null
}

/** A course, and how far it is above the unit above; of everyone together, its share of marks. */
function Course({ title, unit, name, rate }: CourseProps) {
  const t = useT()
  const way = useWay(unit)
  if (!name || rate === null) return null
  const grain = grainOf(unit)
  const note = grain === 'all' ? t('得分率 {n}%', { n: formatNumber(rate, 2) }) : `${t('超均率')} ${signed(rate)}%`
  return (
    <Figure title={title} to={way(oneScoreTwoRate[grain], { courseName: name })} note={note}>
      {t(name)}
    </Figure>
  )
}

/** What is worth a look after the figures: the weak course among the units below, the spread, the students. */
function NextSteps({ unit }: { unit: Standing }) {
  const t = useT()
  const way = useWay(unit)
  const { weakest } = unit
  const grain = grainOf(unit)
  const below = oneScoreTwoRate[GRAIN_BELOW[grain]]
  const steps = [
    {
      title: t('查看{course}在各单位的差距', { course: t(weakest ?? '总分') }),
      to: way(below, { courseName: weakest ?? '总分' }),
    },
    { title: t('查看分数段分布'), to: way(grain === 'area' ? oneScoreParagraph.area : oneScoreParagraph.school) },
    { title: t('查看学生成绩'), to: way(studentScore) },
  ]
  return (
    <p className="last-exam-next">
      {steps.map(
        ({ title, to }) =>
          to && (
            <Link key={title} to={to}>
              {title}
            </Link>
          ),
      )}
    </p>
  )
}
