import { defineDomain } from '../../kit/domain.ts'
import * as model from './exam-model.ts'
import * as item from './model-item.ts'
import * as scoring from './model-scoring.ts'

export const examModelDomain = defineDomain({
  name: 'exam-model',
  title: '评价模型',
  entities: [item.examModelItem, scoring.examModelScoring, model.examModel],
  calls: [
    item.listAllExamModelItem,
    item.getExamModelItemResult,
    item.createExamModelItemResult,
    item.saveExamModelItemValue,
    scoring.listAllExamModelScoring,
    scoring.saveModelScoring,
    scoring.deleteModelScoring,
    scoring.getExamModelScoringResult,
    scoring.createExamModelScoringResult,
    model.listAllExamModel,
    model.saveModel,
    model.deleteModel,
    model.getExamModelResult,
    model.createExamModelResult,
    model.listAllModelVersion,
    model.saveModelResultVersion,
    model.saveExamModelFinalData,
  ],
  states: [model.modelStates],
})
