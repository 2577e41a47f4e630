import {
  type TypedValue,
  FORMULA,
  createExamModelItemResult,
  examModelItem,
  getExamModelItemResult,
  saveExamModelItemValue,
} from '@xueheng/contract/domains/exam-model/model-item.ts'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { ItemSource } from './results/ItemSource.tsx'
import { type UnitLine, UnitResults } from './UnitResults.tsx'

/** 模型指标: what is measured; each opens with its values over some exams. */
export function Page() {
  const [item, open] = useState<CrudRow>()
  return (
    <CrudPage entity={examModelItem}>
      <ListToolbar />
      <ListRows actions={[{ code: 'exammodelitem_view', label: '指标值', run: open }]} />
      {item && <ItemValues item={item} onClose={() => open(undefined)} />}
    </CrudPage>
  )
}

function ItemValues({ item, onClose }: { item: CrudRow; onClose: () => void }) {
  const itemCode = String(item.itemCode)
  const isTyped = item.formulaKind === FORMULA.manual
  return (
    <UnitResults
      name={String(item.itemName)}
      code={itemCode}
      decimals={Number(item.decimals ?? 2)}
      valueTitle="指标值"
      load={async (examIds) =>
        (await callApi(getExamModelItemResult, { examIds, itemCode })).map((line): UnitLine => ({
          ...line,
          shown: line.value,
          source: <ItemSource source={line.explain} />,
        }))
      }
      compute={(examIds) => callApi(createExamModelItemResult, { examIds, itemCode })}
      keep={
        isTyped
          ? (examIds: string, values: TypedValue[]) => callApi(saveExamModelItemValue, { examIds, itemCode, values })
          : undefined
      }
      onClose={onClose}
    />
  )
}
