import { layoutProcess } from 'bpmn-auto-layout'
import { BpmnModdle, type Element } from 'bpmn-moddle'
import { EXTENSIONS } from '@xueheng/contract/domains/workflow/flowable.ts'
import { refuse } from '../../../platform/error.ts'
import { type Findings, checkModel } from '../engine/check-model.ts'
import type { FlowModel } from '../engine/flow-model.ts'
import { readBpmn } from '../engine/read-bpmn.ts'
import { DELEGATES } from '../run/delegates.ts'

export interface ProcessFile {
  name: string
  xml: string
}

/** A file that can be deployed: checked, and with a drawing. */
export interface ReadyFile extends ProcessFile {
  model: FlowModel
}

const NAME = /\.(bpmn20\.xml|bpmn)$/i

/** What is wrong with a file, if anything, and the process in it. */
export async function checkFile(file: ProcessFile): Promise<Findings & { model: FlowModel; hasDrawing: boolean }> {
  const { model, faults, hasDrawing } = await readBpmn(file.xml)
  const named = NAME.test(file.name) ? [] : ['文件名应以 .bpmn20.xml 或 .bpmn 结尾']
  if (faults.length > 0) return { model, hasDrawing, faults: [...named, ...faults], warnings: [] }
  const found = checkModel(model, DELEGATES)
  return { model, hasDrawing, faults: [...named, ...found.faults], warnings: found.warnings }
}

/** Throws a refusal that names the file and its faults. */
export async function readyFile(file: ProcessFile): Promise<ReadyFile> {
  const { model, faults, hasDrawing } = await checkFile(file)
  if (faults.length > 0) throw refuse(`${file.name}：${faults.slice(0, 5).join('；')}`)
  return { ...file, model, xml: hasDrawing ? file.xml : await drawn(file.xml) }
}

/** The same process with a drawing. Flows are written at their ends first: the layout goes by these. */
export async function drawn(xml: string): Promise<string> {
  const moddle = new BpmnModdle(EXTENSIONS)
  const { rootElement } = await moddle.fromXML(xml)
  for (const process of elementsOf(rootElement, 'rootElements')) writeEnds(process)
  const { xml: whole } = await moddle.toXML(rootElement, { format: true })
  return layoutProcess(whole)
}

function writeEnds(container: Element): void {
  const elements = elementsOf(container, 'flowElements')
  for (const flow of elements.filter((one) => one.$type === 'bpmn:SequenceFlow')) {
    append(flow.get('sourceRef') as Element, 'outgoing', flow)
    append(flow.get('targetRef') as Element, 'incoming', flow)
  }
  for (const scope of elements.filter((one) => one.$type === 'bpmn:SubProcess')) writeEnds(scope)
}

function append(node: Element, name: 'incoming' | 'outgoing', flow: Element): void {
  const known = elementsOf(node, name)
  if (!known.includes(flow)) node.set(name, [...known, flow])
}

function elementsOf(element: Element, name: string): Element[] {
  const value = element.get(name)
  return Array.isArray(value) ? (value as Element[]) : []
}
