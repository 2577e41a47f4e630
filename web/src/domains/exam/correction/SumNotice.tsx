import { examScoreCorrection } from '@xueheng/contract/domains/exam/score-correction.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { get } from '../../../platform/api/client.ts'
import { useList } from '../../../platform/crud/CrudPage.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'

const PATH = `${examScoreCorrection.paths[0] ?? ''}/list`

/** Says how many corrections left a student whose questions do not add up to the mark of the course, and shows them alone. */
export function SumNotice({ examId }: { examId?: string | undefined }) {
  const t = useT()
  const { query, search } = useList()
  const asked = { isSumOff: 1, size: 1, current: 1, ...(examId && { examId_equal: examId }) }
  const { data } = useQuery({
    queryKey: ['crud', examScoreCorrection.name, 'list', asked],
    queryFn: () => get<Page<object>>(PATH, asked),
  })
  const isOnly = query.filters['isSumOff'] !== undefined
  if (!data?.total && !isOnly) return null
  return (
    <p className="exam-alert" role="status">
      {t('{n} 条更正之后，小题合计与科目成绩不符：请再更正小题分或科目成绩', { n: data?.total ?? 0 })}
      <Button type="link" size="small" onClick={() => search(isOnly ? {} : { isSumOff: 1 })}>
        {t(isOnly ? '显示全部' : '只看这些')}
      </Button>
    </p>
  )
}
