import type { Examples } from './example.ts'
import type * as secondFactor from './second-factor.ts'

const current_password = 'vier oude fietsen in de schuur'
const recovery_codes = ['k7m2p-x9q4t', 'w8r3d-h5n6c', 'b4v9z-j2f7s']

export const secondFactorExamples = {
  listSecondFactors: {
    reply: {
      factors: [
        {
          id: 2,
          kind: 'totp',
          name: 'Telefoon van het werk',
          created_at: '2026-09-01T09:00:00+02:00',
          last_used_at: '2026-11-18T08:31:00+01:00',
        },
      ],
      recovery_codes_left: 9,
      passkey_host: 'loket.example',
      adding_needs: 'password',
    },
  },
  startTotp: {
    request: () => ({ body: { current_password } }),
    reply: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Rd4%20Loket:noor.balie%40heerlen.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      enrolment: 'wq3n8f0s2kd5h9r4b7xz',
    },
  },
  addTotp: {
    request: () => ({ body: { enrolment: 'wq3n8f0s2kd5h9r4b7xz', name: 'Telefoon van het werk', code: '123 456' } }),
    reply: { recovery_codes },
  },
  startPasskey: {
    request: () => ({ body: { current_password, name: 'Laptop van de balie' } }),
    reply: {
      challenge: 'dm9vcmJlZWxk',
      rp: { id: 'loket.example', name: 'Rd4 Loket' },
      user: { id: 'Nw', name: 'noor.balie@heerlen.example', displayName: 'Noor Balie' },
      pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
      timeout: 300_000,
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      excludeCredentials: [],
    },
  },
  addPasskey: {
    request: () => ({
      body: {
        name: 'Laptop van de balie',
        passkey: {
          id: 'cGFzc2tleQ',
          rawId: 'cGFzc2tleQ',
          type: 'public-key',
          response: { clientDataJSON: 'e30', attestationObject: 'oA', transports: ['internal'] },
        },
      },
    }),
    reply: { recovery_codes: null },
  },
  renameFactor: {
    request: ({ factor_id }) => ({ params: { factor_id }, body: { name: 'Oude telefoon' } }),
    reply: null,
  },
  removeFactor: {
    request: ({ factor_id }) => ({ params: { factor_id }, body: { current_password } }),
    reply: null,
  },
  renewRecoveryCodes: { request: () => ({ body: { current_password } }), reply: { recovery_codes } },
} satisfies Examples<typeof secondFactor>
