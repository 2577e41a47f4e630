import { BarChartOutlined, FilterOutlined, PrinterOutlined, TableOutlined } from '@ant-design/icons'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import { GRAINS } from '@xueheng/contract/kit/report.ts'
import { comparesExams } from '@xueheng/contract/derive/report-call.ts'
import { withoutColumns } from '@xueheng/contract/derive/report-headers.ts'
import { Button, Drawer, Segmented } from 'antd'
import { type ReactNode, useCallback, useState } from 'react'
import { usePhone } from '../../../platform/crud/use-phone.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { useScreenTitle } from '../../../platform/tabs/tab.ts'
import { PageFrame } from '../../../platform/ui/PageFrame.tsx'
import { Tool } from '../../../platform/ui/Tool.tsx'
import { CourseTabs } from './CourseTabs.tsx'
import { ColumnsTool } from './ColumnsTool.tsx'
import { Crumbs } from './Crumbs.tsx'
import {
  ALL_COURSES,
  type ExamChoice,
  ExamPicker,
  defaultExam,
  useCourses,
  useExams,
  useQuestionCourse,
} from '../../exam/index.ts'
import { ExportTool } from './ExportTool.tsx'
import type { ReportRow } from './header-tree.ts'
import { ParamBar } from './ParamBar.tsx'
import { ReportBody } from './ReportBody.tsx'
import { BasisButton } from './ReportFoot.tsx'
import { PaperTool } from '../paper/PaperTool.tsx'
import { ReportPrint } from './ReportPrint.tsx'
import { findReport } from './report-family.ts'
import { SaveTool } from './SaveTool.tsx'
import { type Missing, type ReportAddress, isPagedByServer, useReportAddress, useReportAnswer } from './use-report.ts'
import '../../../platform/crud/crud.css'
import './report.css'
import './report-phone.css'

export interface ReportPageProps {
  report: AnyReport
  /** Reports offered side by side on this page, this one among them. */
  siblings?: AnyReport[]
  title?: string
  /** Further buttons of the toolbar. */
  toolbar?: ReactNode
  /** What has to be entered before the report can be asked; nothing when it can. */
  missingOf?: (values: ReportAddress['values'], exam: ExamChoice | undefined) => Missing | undefined
  /** In place of the picker of one exam; what it has not chosen yet is what `chosenAtFirst` says. */
  picker?: (address: ReportAddress, exams: ExamChoice[]) => ReactNode
  chosenAtFirst?: (exams: ExamChoice[]) => Record<string, string>
}

/** Parameters, table and chart of a report, drawn from its declaration and its answer. */
export function ReportPage({
  report: base,
  siblings,
  title,
  toolbar,
  missingOf,
  picker,
  chosenAtFirst,
}: ReportPageProps) {
  const t = useT()
  const screenTitle = useScreenTitle()
  const exams = useExams()
  const opened = withFirst(useReportAddress(base), chosenAtFirst?.(exams.data ?? []))
  const examId = opened.examId ?? defaultExam(exams.data ?? [])
  const address = withFirst(opened, useFirstCourse(opened.report, examId))
  const { report } = address
  const exam = exams.data?.find((one) => one.id === examId)
  const missing = needsCourse(report) && !address.values.courseName ? NO_COURSE : missingOf?.(address.values, exam)
  // What is missing may follow from the exam: nothing is asked before it is known.
  const isKnown = !missingOf || exams.data !== undefined
  const answer = useReportAnswer(address, isKnown ? examId : undefined, missing)
  const onDrill = useDrill(address, examId)
  const [isPrinting, setPrinting] = useState(false)
  const name = t(screenTitle || (title ?? report.title))

  return (
    <PageFrame isFilled title={name}>
      <div className="report">
        <ReportHead {...{ address, examId, siblings, picker }} exams={exams.data ?? []} />
        {'courseName' in report.params && <Courses address={address} examId={examId} />}
        <div className="report-sheet">
          <div className="report-bar">
            <Crumbs {...{ address, examId }} row={answer.data?.records[0]} units={answer.data?.heading.units} />
            <div className="report-tools">
              {toolbar}
              <ReportTools {...{ address, answer, examId, name }} onPrint={() => setPrinting(true)} />
            </div>
          </div>
          <ReportBody {...{ address, answer, exam, missing, onDrill }} exams={exams} />
        </div>
      </div>
      {isPrinting && answer.data && (
        <ReportPrint
          title={[t(report.title), t(courseOf(address) ?? '')].filter(Boolean).join(' · ')}
          answer={{ ...answer.data, headers: withoutColumns(answer.data.headers, new Set(address.hidden)) }}
          sort={isPagedByServer(report) ? undefined : address.sort}
          onDone={() => setPrinting(false)}
        />
      )}
    </PageFrame>
  )
}

interface ReportToolsProps {
  address: ReportAddress
  answer: ReturnType<typeof useReportAnswer>
  examId: string | undefined
  /** Name of the page. */
  name: string
  onPrint: () => void
}

/** Columns, saving, table or chart, definitions, workbook and paper of what is shown. */
function ReportTools({ address, answer, examId, name, onPrint }: ReportToolsProps) {
  const t = useT()
  const { report } = address
  const params = { ...answer.params, hidden: address.hidden.join(',') || undefined }
  return (
    <>
      {answer.data && <ColumnsTool address={address} headers={answer.data.headers} />}
      <SaveTool address={address} examId={examId} name={name} />
      {report.chart && <ViewSwitch address={address} />}
      {answer.data && <BasisButton answer={answer.data} />}
      <ExportTool report={report} params={params} isOff={!answer.data} />
      {examId && !comparesExams(report) && <PaperTool examId={examId} units={address.values} />}
      <Tool label={t('打印')} icon={<PrinterOutlined />} isOff={!answer.data} onClick={onPrint} />
    </>
  )
}

interface ReportHeadProps extends Pick<ReportPageProps, 'siblings' | 'picker'> {
  address: ReportAddress
  exams: ExamChoice[]
  examId: string | undefined
}

/** Which exam, which report of the page, which units. */
function ReportHead({ address, exams, examId, siblings, picker }: ReportHeadProps) {
  const isPhone = usePhone()
  return (
    <div className="report-head">
      {picker ? (
        picker(address, exams)
      ) : (
        <ExamPicker exams={exams} value={examId} onChange={(id) => address.set({ examId: id })} />
      )}
      {siblings && <SiblingSwitch {...{ siblings, address, examId }} />}
      {isPhone ? (
        <FilterDrawer {...{ address, examId }} />
      ) : (
        <ParamBar key={address.report.name} {...{ address, examId }} />
      )}
    </div>
  )
}

const NO_COURSE: Missing = { title: '请先选择科目', hint: '这张表按科目统计' }

/** The parameters that the address does not hold, as they are at first. */
function withFirst(address: ReportAddress, first: Record<string, string> | undefined): ReportAddress {
  if (!first) return address
  const left = Object.entries(first).filter(([name]) => !address.values[name])
  return { ...address, values: { ...address.values, ...Object.fromEntries(left) } }
}

/** A report that needs a course is one over its questions. */
function useFirstCourse(report: AnyReport, examId: string | undefined): Record<string, string> | undefined {
  const first = useQuestionCourse(examId)
  return needsCourse(report) && first !== undefined ? { courseName: first } : undefined
}

function needsCourse({ params }: AnyReport): boolean {
  return params.courseName?.required === true
}

function courseOf(address: ReportAddress): string | undefined {
  return 'courseName' in address.report.params ? address.values.courseName : undefined
}

/** The report below a row, with the row's unit filled in; exam and course stay. */
function useDrill(address: ReportAddress, examId: string | undefined): ((row: ReportRow) => void) | undefined {
  const can = useCan()
  const { drill } = address.report
  const target = drill && findReport(drill.report)
  if (!drill || !target || !can(target.permission)) return undefined
  return (row) => {
    const filled = Object.entries(drill.params).map(([param, column]) => [
      param,
      String(row[column] ?? '') || undefined,
    ])
    const kept = Object.fromEntries(Object.entries(address.values).filter(([name]) => name in target.params))
    address.open(target, { ...kept, examId, ...Object.fromEntries(filled) })
  }
}

function Courses({ address, examId }: { address: ReportAddress; examId: string | undefined }) {
  const all = useCourses(examId)
  const isOfOne = needsCourse(address.report)
  const courses = isOfOne ? all.filter((name) => name !== ALL_COURSES) : all
  const field = address.report.params.courseName
  return (
    <CourseTabs
      courses={courses}
      value={address.values.courseName}
      hasAll={!isOfOne && field?.default === undefined}
      onChange={(course) => address.set({ courseName: course === field?.default ? undefined : course })}
    />
  )
}

interface SiblingSwitchProps {
  siblings: AnyReport[]
  address: ReportAddress
  examId: string | undefined
}

function SiblingSwitch({ siblings, address, examId }: SiblingSwitchProps) {
  const t = useT()
  const can = useCan()
  const offered = siblings.filter((one) => can(one.permission))
  const isByGrain = new Set(offered.map((one) => one.grain)).size === offered.length
  const open = useCallback(
    (name: string) => {
      const target = siblings.find((one) => one.name === name)
      if (!target) return
      const kept = Object.entries(address.values).filter(([param]) => param in target.params)
      address.open(target, { examId, ...Object.fromEntries(kept) })
    },
    [siblings, address, examId],
  )
  return (
    <Segmented
      value={address.report.name}
      onChange={open}
      options={offered.map((one) => ({ value: one.name, label: t(isByGrain ? GRAINS[one.grain] : one.title) }))}
    />
  )
}

function ViewSwitch({ address }: { address: ReportAddress }) {
  const t = useT()
  return (
    <Segmented
      size="small"
      value={address.view}
      onChange={(view) => address.setQuietly({ view: view === 'chart' ? view : undefined })}
      options={[
        { value: 'table', icon: <TableOutlined />, title: t('表格') },
        { value: 'chart', icon: <BarChartOutlined />, title: t('图形') },
      ]}
    />
  )
}

function FilterDrawer({ address, examId }: { address: ReportAddress; examId: string | undefined }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<FilterOutlined />} onClick={() => setOpen(true)}>
        {t('筛选')}
      </Button>
      <Drawer title={t('筛选')} placement="bottom" size="auto" open={isOpen} onClose={() => setOpen(false)}>
        <ParamBar key={address.report.name} {...{ address, examId }} />
      </Drawer>
    </>
  )
}
