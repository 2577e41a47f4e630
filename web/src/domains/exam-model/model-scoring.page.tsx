import { PlusOutlined } from '@ant-design/icons'
import {
  createExamModelScoringResult,
  deleteModelScoring,
  examModelScoring,
  getExamModelScoringResult,
} from '@xueheng/contract/domains/exam-model/model-scoring.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow } from '../../platform/crud/CrudPage.tsx'
import { formatNumber } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { openTab } from '../../platform/tabs/tab.ts'
import { confirmBox } from '../../platform/ui/confirm.ts'
import { message, showError } from '../../platform/ui/message.ts'
import { NEW_SCORING_PATH } from './places.ts'
import { useRuleWords } from './results/rule-words.ts'
import { type UnitLine, UnitResults } from './UnitResults.tsx'

const edit = (row: CrudRow) => openTab(`${NEW_SCORING_PATH}?id=${row.id}`)

/** 评分项: how values become points; each opens with the points over some exams. */
export function Page() {
  const t = useT()
  const can = useCan()
  const client = useQueryClient()
  const [scoring, open] = useState<CrudRow>()

  async function remove(row: CrudRow): Promise<void> {
    const name = String(row.scoringName)
    if (!(await confirmBox(t('确定删除评分项「{name}」？', { name }), { isDanger: true }))) return
    try {
      await callApi(deleteModelScoring, { ids: row.id, id: null })
      message.success(t('删除成功'))
    } catch (error) {
      showError(error)
    }
    await client.invalidateQueries({ queryKey: ['crud', examModelScoring.name] })
  }

  return (
    <>
      <CrudPage
        entity={examModelScoring}
        {...(can('exammodelscoring_edit') && { onOpen: edit })}
        toolbar={
          can('exammodelscoring_add') && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => openTab(NEW_SCORING_PATH)}>
              {t('新增评分项')}
            </Button>
          )
        }
        rowActions={[
          { code: 'exammodelscoring_view', label: '得分', run: open },
          { code: 'exammodelscoring_edit', label: '编辑', run: edit },
          { code: 'exammodelscoring_delete', label: '删除', danger: true, run: remove },
        ]}
      />
      {scoring && <ScoringPoints scoring={scoring} onClose={() => open(undefined)} />}
    </>
  )
}

function ScoringPoints({ scoring, onClose }: { scoring: CrudRow; onClose: () => void }) {
  const words = useRuleWords()
  const scoringCode = String(scoring.scoringCode)
  return (
    <UnitResults
      name={String(scoring.scoringName)}
      code={scoringCode}
      decimals={2}
      valueTitle="得分"
      load={async (examIds) =>
        (await callApi(getExamModelScoringResult, { examIds, scoringCode, schoolGroup: null })).map(
          (line): UnitLine => ({
            ...line,
            shown: line.points,
            source: (
              <>
                {line.explain.itemName} = {line.value === null ? '—' : formatNumber(line.value, line.explain.decimals)}
                <br />
                <small>{words(line.explain)}</small>
              </>
            ),
          }),
        )
      }
      compute={(examIds) => callApi(createExamModelScoringResult, { examIds, scoringCode, schoolGroup: null })}
      onClose={onClose}
    />
  )
}
