import type { MenuNode } from '../../kit/domain.ts'

export const examModelMenu: MenuNode = {
  code: 'exam_model',
  title: '教学质量评价',
  path: '/examModel',
  icon: 'TrophyOutlined',
  children: [
    {
      code: 'exam_model_index',
      title: '教学质量评价分析模型',
      path: '/examModel/index',
      page: 'exam-model/exam-model',
      entity: 'examModel',
      buttons: { exammodel_compute: '计算结果', exammodel_final: '设为终稿' },
    },
    {
      code: 'exam_model_item',
      title: '模型指标',
      path: '/examModel/modelItem',
      page: 'exam-model/model-item',
      entity: 'examModelItem',
    },
    {
      code: 'exam_model_scoring',
      title: '评分项',
      path: '/examModel/modelScoring',
      page: 'exam-model/model-scoring',
      entity: 'examModelScoring',
    },
    {
      code: 'exam_model_add_scoring',
      title: '新增评分项',
      path: '/examModel/addModelScoring',
      page: 'exam-model/add-model-scoring',
      permission: 'exammodelscoring_add',
    },
    {
      code: 'exam_model_add',
      title: '新增模型',
      path: '/examModel/addModel',
      page: 'exam-model/add-model',
      permission: 'exammodel_add',
    },
  ],
}
