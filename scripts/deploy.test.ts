import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { root } from './run.ts'

const deploy = join(root, 'deploy')
const read = (file: string) => readFileSync(join(deploy, file), 'utf8')

type ComposeContainer = {
  image: string
  env_file?: string[]
  depends_on?: string[] | Record<string, { condition: string }>
  volumes?: string[]
  networks: Record<string, { ipv4_address?: string }>
  healthcheck?: { test: string[] }
}
/** The keys of Compose that the file uses, and the files that an administrator adds. */
const serviceKeys =
  `image restart stop_grace_period read_only tmpfs cap_drop security_opt env_file environment healthcheck
  depends_on shm_size volumes networks command ports`.split(/\s+/)
const ownFiles = ['./certificate', './data-1', './data-2']
const conditions = ['service_started', 'service_healthy', 'service_completed_successfully']

test('the Compose file refers only to services, volumes, networks, files and addresses that exist', () => {
  const file = parse(read('compose.yml'), { merge: true })
  const services: Record<string, ComposeContainer> = file.services
  expect(Object.keys(file).filter((key) => !key.startsWith('x-'))).toEqual(['name', 'services', 'volumes', 'networks'])
  const addresses: Record<string, string> = {}
  for (const [name, service] of Object.entries(services)) {
    expect(Object.keys(service).filter((key) => !serviceKeys.includes(key))).toEqual([])
    expect(service.image, name).toMatch(/^(docker\.io|localhost)\/[\w./-]+:[\w.${}:-]+$/)
    const needs = service.depends_on ?? []
    for (const other of Array.isArray(needs) ? needs : Object.keys(needs)) expect(services).toHaveProperty(other)
    for (const [other, { condition }] of Array.isArray(needs) ? [] : Object.entries(needs)) {
      expect(conditions).toContain(condition)
      if (condition === 'service_healthy') expect(services[other]).toHaveProperty('healthcheck')
    }
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':')
      const exists = /^\.\//.test(source) ? existsSync(join(deploy, source)) || ownFiles.includes(source) : undefined
      expect(exists ?? Object.keys(file.volumes).includes(source), source).toBe(true)
    }
    for (const [network, { ipv4_address = '' }] of Object.entries(service.networks)) {
      expect(file.networks).toHaveProperty(network)
      addresses[name] = ipv4_address
    }
  }
  const nodes = [...read('nginx.conf').matchAll(/^ {2}server ([\d.]+):3000/gm)].map(([, address]) => address)
  expect([addresses['node-1'], addresses['node-2']]).toEqual(nodes)
  expect(read('compose.yml')).toContain(`TRUST_PROXY: ${addresses['nginx']}\n`)
})

const units = globSync('*.{service,timer}', { cwd: deploy })

test('each systemd unit is valid, and each timer starts a unit that exists', () => {
  expect(units.length).toBeGreaterThan(4)
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-units-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const unit of units) {
    const text = read(unit)
    expect(text.match(/^\[(\w+)\]$/gm)?.[0], unit).toBe('[Unit]')
    expect(text.split('\n').filter((line) => !/^(#.*|\[\w+\]|[A-Z]\w+=.*|)$/.test(line))).toEqual([])
    if (unit.endsWith('.timer')) expect(units).toContain(`${basename(unit, '.timer')}.service`)
    // The program is not installed here.
    writeFileSync(join(folder, unit), text.replaceAll('/opt/rd4-loket/bin/rd4-loket', '/bin/true'))
  }
  const verified = spawnSync('systemd-analyze', ['verify', ...units.map((unit) => join(folder, unit))])
  // A machine without systemd has no such program.
  if (!verified.error) expect(String(verified.stderr)).toBe('')
})

test('the commands in the systemd units and in the script of Compose are valid for the shell', () => {
  const commands = units.flatMap((unit) => [...read(unit).matchAll(/^ExecStart=\/bin\/sh -c '(.*)'$/gm)])
  expect(commands).toHaveLength(2)
  for (const [, command = ''] of commands) execFileSync('/bin/sh', ['-n', '-c', command.replaceAll('%%', '%')])
  execFileSync('/bin/sh', ['-n', join(deploy, 'create-roles.sh')])
})
