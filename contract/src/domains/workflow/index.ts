import { defineDomain } from '../../kit/domain.ts'
import { changeState, checkUpload, deleteDeployment, deployUpload, managerList, startList } from './definition.ts'
import { definitionStates, instanceStates, requestStates, taskStates } from './flow-states.ts'
import { deleteInstance, followList } from './follow.ts'
import { leaveDetail, leaveStart } from './leave.ts'
import { modelCheck, modelDeploy, modelDetail, modelList, modelRemove, modelSubmit } from './model.ts'
import { approverList, historyFlowList, modelView } from './process.ts'
import { choiceList, requestDetail, requestFile, requestStart, requestUpload, startForm } from './request.ts'
import { claimList, claimTask, completeTask, doneList, sendList, todoList } from './task.ts'

export const workflow = defineDomain({
  name: 'workflow',
  title: '工作流',
  calls: [
    startList,
    claimList,
    todoList,
    sendList,
    doneList,
    claimTask,
    completeTask,
    modelList,
    modelDetail,
    modelSubmit,
    modelRemove,
    modelCheck,
    modelDeploy,
    managerList,
    changeState,
    deployUpload,
    checkUpload,
    deleteDeployment,
    followList,
    deleteInstance,
    historyFlowList,
    modelView,
    approverList,
    leaveStart,
    leaveDetail,
    startForm,
    requestStart,
    requestDetail,
    requestUpload,
    requestFile,
    choiceList,
  ],
  states: [definitionStates, instanceStates, taskStates, requestStates],
})
