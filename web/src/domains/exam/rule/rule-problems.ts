import type { ExamRule } from '@xueheng/contract/domains/exam/exam-rule.ts'

export const SHARES = [
  { key: 'excellentShare', title: '优秀' },
  { key: 'goodShare', title: '良好' },
  { key: 'passShare', title: '及格' },
  { key: 'lowShare', title: '低分' },
] as const satisfies { key: keyof ExamRule; title: string }[]

export type RuleProblems = Partial<Record<keyof ExamRule, string>>

/** The faults the server would refuse, at their fields. */
export function ruleProblems(rule: ExamRule): RuleProblems {
  const problems: RuleProblems = {}
  SHARES.forEach(({ key, title }, at) => {
    const above = SHARES[at - 1]
    if (!(rule[key] > 0 && rule[key] <= 1)) problems[key] = `${title}的比例应在0到100之间`
    else if (above && rule[key] > rule[above.key]) problems[key] = `不能高于${above.title}的比例`
  })
  if (rule.composite.weights.some((weight) => !(weight >= 0))) problems.composite = '综合值需要三个不为负的权重'
  const steps = [rule.paragraphStep.total, rule.paragraphStep.course]
  if (steps.some((step) => !Number.isInteger(step) || step < 1 || step > 200)) {
    problems.paragraphStep = '分数段宽度应为1到200的整数'
  }
  const list = rule.frontNList
  if (list.length === 0 || list.length > 10 || list.some((n) => !Number.isInteger(n) || n < 1)) {
    problems.frontNList = '前N名应为1到10个正整数'
  }
  return problems
}
