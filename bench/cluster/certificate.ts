import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes a self-signed certificate and its key in separate files for nginx, and in one file for HAProxy. The
 * configurations in deploy contain these file names.
 */
export function writeCertificate(folder: string) {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
  const subject = ['-subj', '/CN=loket.example', '-days', '2']
  const out = ['-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...out], { stdio: 'ignore' })
  writeFileSync(join(folder, 'loket.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
}
