import { PlusOutlined } from '@ant-design/icons'
import {
  createExamModelScoringResult,
  deleteModelScoring,
  examModelScoring,
  getExamModelScoringResult,
} from '@xueheng/contract/domains/exam-model/model-scoring.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { formatNumber } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { openTab } from '../../platform/tabs/tab.ts'
import { NEW_SCORING_PATH } from './places.ts'
import { useRuleWords } from './results/rule-words.ts'
import { type UnitLine, UnitResults } from './UnitResults.tsx'

const edit = (row: CrudRow) => openTab(`${NEW_SCORING_PATH}?id=${row.id}`)

/** 评分项: how values become points; each opens with the points over some exams. */
export function Page() {
  const t = useT()
  const can = useCan()
  const [scoring, open] = useState<CrudRow>()
  const removing = useAction((row: CrudRow) => callApi(deleteModelScoring, { ids: row.id, id: null }), {
    confirm: (row) => ({ text: t('确定删除评分项「{name}」？', { name: String(row.scoringName) }), isDanger: true }),
    done: '删除成功',
    changes: [examModelScoring],
  })
  return (
    <CrudPage entity={examModelScoring}>
      <ListToolbar>
        {can('exammodelscoring_add') && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => openTab(NEW_SCORING_PATH)}>
            {t('新增评分项')}
          </Button>
        )}
      </ListToolbar>
      <ListRows
        onOpen={can('exammodelscoring_edit') ? edit : undefined}
        actions={[
          { code: 'exammodelscoring_view', label: '得分', run: open },
          { code: 'exammodelscoring_edit', label: '编辑', run: edit },
          { code: 'exammodelscoring_delete', label: '删除', danger: true, run: removing.run },
        ]}
      />
      {scoring && <ScoringPoints scoring={scoring} onClose={() => open(undefined)} />}
    </CrudPage>
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
