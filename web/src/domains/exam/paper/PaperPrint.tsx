import { PAPER_COLUMNS, writeQuestion } from '@xueheng/contract/domains/exam/paper/paper-cells.ts'
import type { PaperSums } from '@xueheng/contract/domains/exam/paper/paper-sums.ts'
import type { GivenQuestion } from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { PrintSheet } from '../../../platform/crud/PrintSheet.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import type { PaperDictionaries } from './papers.ts'

interface PaperPrintProps {
  title: string
  subtitle: string
  questions: GivenQuestion[]
  labels: PaperDictionaries['labels']
  sums: PaperSums
  onDone: () => void
}

/** The blueprint on paper, with columns that nobody filled in left out. */
export function PaperPrint({ title, subtitle, questions, labels, sums, onDone }: PaperPrintProps) {
  const t = useT()
  const lines = questions.map((question) => writeQuestion(question, labels))
  const columns = PAPER_COLUMNS.filter(({ key }) => lines.some((line) => line[key] !== ''))
  const { total, objective, subjective, questionNum } = sums
  return (
    <PrintSheet
      title={title}
      subtitle={subtitle}
      lines={[
        t('共 {n} 题，{total} 分；客观题 {objective} 分，主观题 {subjective} 分', {
          n: questionNum,
          total,
          objective,
          subjective,
        }),
      ]}
      isWide
      onDone={onDone}
    >
      <table>
        <thead>
          <tr>
            {columns.map(({ key, title: label }) => (
              <th key={key}>{t(label)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <tr key={at}>
              {columns.map(({ key }) => (
                <td key={key}>{line[key]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  )
}
