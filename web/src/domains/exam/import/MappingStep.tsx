import { importMapping, type ImportSheet } from '@xueheng/contract/domains/exam/import.ts'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { type Answers, ColumnQuestions, isAsking } from './ColumnQuestions.tsx'
import { JobLine } from './JobLine.tsx'
import { SchoolAliases } from './SchoolAliases.tsx'
import { SheetMapping } from './SheetMapping.tsx'
import type { Wizard } from './use-wizard.ts'
import type { Batch } from './wizard-steps.ts'

/** What each column fills. Headers that were seen before come ready; what is chosen here is remembered. */
export function MappingStep({ wizard, batch }: { wizard: Wizard; batch: Batch }) {
  const t = useT()
  const [sheets, setSheets] = useState<ImportSheet[]>(() => batch.files.flatMap((file) => file.sheets))
  const [schools, setSchools] = useState<Record<string, string>>({})
  const unknown = sheets.filter((sheet) => !sheet.isIgnored && sheet.layout === 'unknown').length
  const [answers, setAnswers] = useState<Answers>({})
  const asked = sheets.filter((sheet) => isAsking(sheet, answers)).length
  if (wizard.isBusy) return <JobLine job={wizard.job} />

  function change(next: ImportSheet): void {
    setSheets((old) => old.map((one) => (isSame(one, next) ? next : one)))
  }

  return (
    <>
      <h2>{t('识别与映射')}</h2>
      <OpenQuestions unknown={unknown} asked={asked} />
      {sheets.map((sheet) => (
        <SheetMapping
          key={`${sheet.fileNo}-${sheet.sheetNo}`}
          sheet={sheet}
          kind={wizard.kind}
          examId={wizard.examId}
          fileName={batch.files.find((file) => file.fileNo === sheet.fileNo)?.fileName ?? ''}
          questions={
            <ColumnQuestions
              sheet={sheet}
              kind={wizard.kind}
              answers={answers}
              onAnswer={(next, all) => {
                change(next)
                setAnswers(all)
              }}
            />
          }
          onChange={change}
        />
      ))}
      {batch.unknownSchools.length > 0 && (
        <SchoolAliases schools={batch.unknownSchools} value={schools} onChange={setSchools} />
      )}
      <footer className="imp-foot">
        <Button onClick={() => wizard.open('upload')}>{t('上一步')}</Button>
        <Button
          type="primary"
          disabled={asked > 0}
          onClick={() =>
            void wizard.act(() => callApi(importMapping, { batchId: batch.batchId, sheets, schools }), 'check')
          }
        >
          {t('保存并校验')}
        </Button>
      </footer>
    </>
  )
}

/** What keeps the sheets from being read. */
function OpenQuestions({ unknown, asked }: { unknown: number; asked: number }) {
  const t = useT()
  const texts = [
    unknown > 0 && t('有 {n} 个工作表没有识别出表头，请指定表头行与列的含义，或忽略', { n: unknown }),
    asked > 0 && t('有 {n} 个工作表的几列含义相同，请选择导入哪一列', { n: asked }),
  ]
  return texts.map((text) => text && <Alert key={text} type="warning" showIcon title={text} />)
}

function isSame(one: ImportSheet, other: ImportSheet): boolean {
  return one.fileNo === other.fileNo && one.sheetNo === other.sheetNo
}
