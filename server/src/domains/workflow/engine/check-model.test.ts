import { expect, test } from 'vitest'
import { checkModel } from './check-model.ts'
import { readBpmn } from './read-bpmn.ts'

test('a timer stands in the same process as the step it is attached to', async () => {
  const timer = `<boundaryEvent id="t" attachedToRef="i"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>
    <endEvent id="late" /><sequenceFlow id="f5" sourceRef="t" targetRef="late" />`
  const faultsOf = async (inside: string, outside: string) => {
    const { model } = await readBpmn(`<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
      xmlns:flowable="http://flowable.org/bpmn" targetNamespace="t"><process id="p" isExecutable="true">
      <startEvent id="s" /><endEvent id="e" /><sequenceFlow id="f1" sourceRef="s" targetRef="sub" />
      <sequenceFlow id="f2" sourceRef="sub" targetRef="e" />${outside}
      <subProcess id="sub"><startEvent id="s2" /><endEvent id="e2" /><userTask id="i" flowable:assignee="u" />
        <sequenceFlow id="f3" sourceRef="s2" targetRef="i" /><sequenceFlow id="f4" sourceRef="i" targetRef="e2" />${inside}
      </subProcess></process></definitions>`)
    return checkModel(model, new Set()).faults
  }
  expect(await faultsOf(timer, '')).toEqual([])
  expect(await faultsOf('', timer)).toEqual(['边界事件「未命名的边界定时事件」应附在同一层的任务或子流程上'])
})
