import { QuestionCircleOutlined } from '@ant-design/icons'
import { Popover } from 'antd'
import { useT } from '../i18n/i18n.ts'
import './term.css'

/** Words of the trade, as a clerk would explain them to a colleague. */
const TERMS = {
  口径: '统计的规则：统计哪些考生、总分由哪些科目组成、各率以谁为分母、优秀和及格线是多少。同一场考试的全部报表使用同一口径。',
  归档: '把校验通过的考生和成绩确定下来，作为计算的依据。归档后改动成绩要走成绩更正。',
  封存: '考试发布后锁定：成绩、口径和报表都不能再改动，报表仍可查看；有权限的人写明原因后可以解封。',
  综合值: '把均分、优秀率、及格率、低分率按口径中的权重合成一个数，用来比较单位的总体水平。',
  超均率: '本单位均分超出上一级单位均分的百分比：（本单位均分 − 上级均分）÷ 上级均分。正数为高于，负数为低于。',
} as const

export type TermName = keyof typeof TERMS

/** A quiet mark beside a word of the trade; pressed, it explains the word. */
export function Term({ name }: { name: TermName }) {
  const t = useT()
  return (
    <Popover trigger="click" title={t(name)} content={<p className="xh-term-text">{t(TERMS[name])}</p>}>
      <button type="button" className="xh-term" aria-label={t('什么是{term}', { term: t(name) })}>
        <QuestionCircleOutlined />
      </button>
    </Popover>
  )
}
