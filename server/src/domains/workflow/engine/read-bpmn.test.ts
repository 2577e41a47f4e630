import { LONGEST_XML } from '@xueheng/contract/domains/workflow/model.ts'
import { describe, expect, test } from 'vitest'
import type { FlowNode } from './flow-model.ts'
import { readBpmn } from './read-bpmn.ts'

const around = (processes: string) => `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:flowable="http://flowable.org/bpmn" xmlns:xh="http://xueheng/flow" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI"
  targetNamespace="t">${processes}</definitions>`
const read = (body: string, attributes = 'id="p" isExecutable="true"') =>
  readBpmn(around(`<process ${attributes}>${body}</process>`))

async function nodeOf(body: string, id = 'a'): Promise<Partial<FlowNode>> {
  const { model, faults } = await read(body)
  expect(faults).toEqual([])
  const { incoming: _in, outgoing: _out, id: _id, name: _name, ...node } = model.nodes[id] as FlowNode
  return node
}

const timer = (inside: string) => `<timerEventDefinition>${inside}</timerEventDefinition>`

describe('a file', () => {
  test.each<[processes: string, fault: string]>([
    ['', '文件里没有可执行的流程'],
    ['<process id="p" isExecutable="false" />', '文件里没有可执行的流程'],
    ['<process id="p" /><process id="q" />', '一个文件只能有一个可执行的流程'],
  ])('has one process that runs (%#)', async (processes, fault) => {
    const { model, faults } = await readBpmn(around(processes))
    expect(faults).toEqual([fault])
    expect(model).toEqual({ key: '', name: '', description: '', nodes: {}, edges: {} })
  })

  test('may have processes beside it that do not run', async () => {
    const { model, faults } = await readBpmn(
      around('<process id="p" isExecutable="false" /><process id="q" name="乙" />'),
    )
    expect([model.key, model.name, faults]).toEqual(['q', '乙', []])
  })

  test('of a process without a name is told by its key, and described by all it says', async () => {
    const { model } = await read('<documentation>一</documentation><documentation>二</documentation>')
    expect([model.name, model.description]).toEqual(['p', '一\n二'])
    expect((await read(`<documentation>${'述'.repeat(1001)}</documentation>`)).model.description).toHaveLength(1000)
  })

  test('says whether it brings a drawing', async () => {
    expect((await read('')).hasDrawing).toBe(false)
    const drawn = await readBpmn(around('<process id="p" /><bpmndi:BPMNDiagram id="d" />'))
    expect(drawn.hasDrawing).toBe(true)
  })

  test.each<[name: string, xml: string, fault: string | RegExp]>([
    ['too long', ' '.repeat(LONGEST_XML + 1), '流程文件不能超过 1MB'],
    ['with a doctype', '<!doctype x>', '流程文件不能含有 DOCTYPE'],
    ['with an entity', '<!ENTITY a "b">', '流程文件不能含有 DOCTYPE'],
    ['that is none', 'no xml', /^文件不是有效的 BPMN 2\.0：./],
    ['as long as it may be', ' '.repeat(LONGEST_XML), /^文件不是有效的 BPMN 2\.0：./],
    ['with an element nobody knows', around('<nothing />'), /^文件内容无法识别：./],
  ])('%s is refused in words', async (_name, xml, fault) => {
    const { faults, hasDrawing } = await readBpmn(xml)
    expect(faults[0]).toEqual(typeof fault === 'string' ? fault : expect.stringMatching(fault))
    expect(faults[0]).not.toContain('\n')
    expect(hasDrawing).toBe(false)
  })
})

describe('a step', () => {
  test.each<[body: string, node: object]>([
    ['<task id="a" />', { type: 'task' }],
    ['<manualTask id="a" />', { type: 'task' }],
    ['<serviceTask id="a" flowable:delegateExpression="${ remind }" />', { type: 'serviceTask', delegate: 'remind' }],
    ['<sendTask id="a" flowable:delegateExpression="tell" />', { type: 'serviceTask', delegate: 'tell' }],
    [
      '<exclusiveGateway id="a" default="f" /><endEvent id="e" /><sequenceFlow id="f" sourceRef="a" targetRef="e" />',
      { type: 'exclusiveGateway', default: 'f' },
    ],
    ['<parallelGateway id="a" />', { type: 'parallelGateway' }],
    ['<inclusiveGateway id="a" />', { type: 'inclusiveGateway' }],
    ['<endEvent id="a" />', { type: 'endEvent' }],
    ['<endEvent id="a" xh:outcome="refused" />', { type: 'endEvent', outcome: 'refused' }],
    ['<endEvent id="a" xh:outcome="lost" />', { type: 'endEvent' }],
    ['<endEvent id="a"><terminateEventDefinition /></endEvent>', { type: 'endEvent', isTerminate: true }],
    [
      `<intermediateCatchEvent id="a">${timer('<timeDate>2026-03-01</timeDate>')}</intermediateCatchEvent>`,
      { type: 'intermediateTimer', timer: { date: '2026-03-01' } },
    ],
    [
      `<intermediateCatchEvent id="a">${timer('<timeDate>2026-03-01</timeDate><timeDuration>P1D</timeDuration>')}</intermediateCatchEvent>`,
      { type: 'intermediateTimer', timer: { duration: 'P1D' } },
    ],
    [
      `<task id="t" /><boundaryEvent id="a" attachedToRef="t">${timer('')}</boundaryEvent>`,
      { type: 'boundaryTimer', attachedTo: 't', isInterrupting: true, timer: {} },
    ],
    [
      `<task id="t" /><boundaryEvent id="a" attachedToRef="t" cancelActivity="false">${timer('')}</boundaryEvent>`,
      { type: 'boundaryTimer', attachedTo: 't', isInterrupting: false, timer: {} },
    ],
    ['<subProcess id="sub"><task id="a" /></subProcess>', { type: 'task', scope: 'sub' }],
  ])('is read as what it is drawn (%#)', async (body, node) => {
    expect(await nodeOf(body)).toEqual(node)
  })

  test('for people says whom, by which form, and of several of them how', async () => {
    const plain = { type: 'userTask', assignee: '', candidateUsers: '', candidateGroups: '', formKey: '' }
    expect(await nodeOf('<userTask id="a" />')).toEqual(plain)
    const named =
      'flowable:assignee=" u " flowable:candidateUsers="v" flowable:candidateGroups="hr" flowable:formKey="adjust"'
    expect(await nodeOf(`<userTask id="a" ${named} />`)).toEqual({
      ...plain,
      assignee: 'u',
      candidateUsers: 'v',
      candidateGroups: 'hr',
      formKey: 'adjust',
    })
    const loopOf = async (attributes: string, inside = '') =>
      (
        await nodeOf(
          `<userTask id="a"><multiInstanceLoopCharacteristics ${attributes}>${inside}</multiInstanceLoopCharacteristics></userTask>`,
        )
      ).loop
    expect(await loopOf('')).toEqual({ isSequential: false })
    const inside = '<loopCardinality>3</loopCardinality><completionCondition>${x}</completionCondition>'
    expect(await loopOf('isSequential="true" flowable:collection="us" flowable:elementVariable="u"', inside)).toEqual({
      isSequential: true,
      collection: 'us',
      elementVariable: 'u',
      cardinality: '3',
      completion: '${x}',
    })
  })

  test('declares a form where one is filled in, and nowhere else', async () => {
    const form = '<extensionElements><flowable:formProperty id="days" name="天数" /></extensionElements>'
    for (const tag of ['startEvent', 'userTask'])
      expect((await nodeOf(`<${tag} id="a">${form}</${tag}>`)).fields).toHaveLength(1)
    expect(await nodeOf(`<endEvent id="a">${form}</endEvent>`)).toEqual({ type: 'endEvent' })
    expect(await nodeOf('<startEvent id="a" />')).toEqual({ type: 'startEvent' })
  })

  test('that starts the process says who is its initiator, not one inside', async () => {
    const { model } = await read(`<startEvent id="s" flowable:initiator="starter" />
      <subProcess id="sub"><startEvent id="s2" flowable:initiator="inner" /></subProcess>`)
    expect(model.initiator).toBe('starter')
    expect((await read('<startEvent id="s" />')).model).not.toHaveProperty('initiator')
  })
})

test('a flow joins two steps of the process, with its condition', async () => {
  const { model, faults } = await read(`<task id="a" /><task id="b" />
    <sequenceFlow id="f" name="去" sourceRef="a" targetRef="b"><conditionExpression> \${x} </conditionExpression></sequenceFlow>
    <sequenceFlow id="g" sourceRef="b" targetRef="a" /><sequenceFlow id="h" name="断" sourceRef="a" />
    <sequenceFlow id="i" targetRef="a" />`)
  expect(faults).toEqual(['连线「断」没有连接到步骤', '连线「i」没有连接到步骤'])
  expect(model.edges['f']).toEqual({ id: 'f', name: '去', source: 'a', target: 'b', condition: '${x}' })
  expect(model.edges['g']).toEqual({ id: 'g', name: '', source: 'b', target: 'a' })
  expect(model.nodes['a']).toMatchObject({ outgoing: ['f'], incoming: ['g'] })
})

test('remarks and data are no steps', async () => {
  const { model, faults } =
    await read(`<task id="a" /><textAnnotation id="t" /><association id="as" sourceRef="t" targetRef="a" />
    <dataObject id="d" /><dataObjectReference id="r" dataObjectRef="d" />`)
  expect([Object.keys(model.nodes), faults]).toEqual([['a'], []])
})

test.each<[body: string, fault: string]>([
  ['<scriptTask id="a" name="算" />', '不支持的元素「算」（脚本任务）'],
  ['<callActivity id="a" />', '不支持的元素「a」（调用活动）'],
  ['<startEvent id="a"><timerEventDefinition /></startEvent>', '不支持的元素「a」（TimerEventDefinition）'],
  ['<startEvent id="a"><messageEventDefinition /></startEvent>', '不支持的元素「a」（消息事件）'],
  ['<endEvent id="a"><errorEventDefinition /></endEvent>', '不支持的元素「a」（错误事件）'],
  [
    '<endEvent id="a"><terminateEventDefinition /><terminateEventDefinition /></endEvent>',
    '不支持的元素「a」（TerminateEventDefinition）',
  ],
  [
    '<intermediateCatchEvent id="a"><signalEventDefinition /></intermediateCatchEvent>',
    '不支持的元素「a」（信号事件）',
  ],
  ['<intermediateCatchEvent id="a" />', '不支持的元素「a」（IntermediateCatchEvent）'],
  ['<userTask id="a"><standardLoopCharacteristics /></userTask>', '不支持的元素「a」（循环）'],
  [
    '<serviceTask id="a"><multiInstanceLoopCharacteristics /></serviceTask>',
    '不支持的元素「a」（MultiInstanceLoopCharacteristics）',
  ],
  ['<subProcess id="a" triggeredByEvent="true"><scriptTask id="b" /></subProcess>', '不支持的元素「a」（事件子流程）'],
])('what does not run is told by its name (%#)', async (body, fault) => {
  expect((await read(body)).faults).toEqual([fault])
})
