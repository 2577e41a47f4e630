import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import type { PaperSheet } from './use-paper-sheet.ts'

interface PaperSumsBarProps {
  sheet: PaperSheet
  examScore: number
  /** Goes to the first fault. */
  onFault: () => void
}

/** Whether the marks add up to the full mark of the course, as they are typed. */
export function PaperSumsBar({ sheet, examScore, onFault }: PaperSumsBarProps) {
  const t = useT()
  const { total, objective, subjective, questionNum, objectiveNum } = sheet.sums
  const left = Math.round((examScore - total) * 10) / 10
  return (
    <div className="paper-sums" role="status">
      <b data-level={left === 0 ? 'right' : 'wrong'}>
        {t('分值合计 {total} / 满分 {full}', { total, full: examScore })}
        <small>
          {left === 0 ? t('相符') : left > 0 ? t('还差 {n} 分', { n: left }) : t('多出 {n} 分', { n: -left })}
        </small>
      </b>
      <span>{t('客观题 {n} 题，{mark} 分', { n: objectiveNum, mark: objective })}</span>
      <span>{t('主观题 {n} 题，{mark} 分', { n: questionNum - objectiveNum, mark: subjective })}</span>
      {sheet.faults.length > 0 && (
        <button type="button" onClick={onFault}>
          {t('{n} 处错误', { n: formatNumber(sheet.faults.length) })}
        </button>
      )}
    </div>
  )
}
