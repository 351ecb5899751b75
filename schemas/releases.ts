/**
 * The event versions that each release of the schemas added, oldest release first. Readers know all of them. What is
 * written is pinned to one release (EVENT_WRITE_RELEASE), and the pin is raised one program release after the readers.
 * So any two successive builds can run side by side, and either can be rolled back.
 */
export const SCHEMA_RELEASES: readonly (readonly string[])[] = [
  [
    'ApiKeyIssued.v1',
    'ApiKeyRevoked.v1',
    'ExtractCompleted.v1',
    'ExtractDeferred.v1',
    'ExtractFailed.v1',
    'ExtractRequested.v1',
    'WebhookAttempted.v1',
    'WebhookDelivered.v1',
    'WebhookFailed.v1',
    'WebhookSecretRotated.v1',
  ],
  // This release may still grow until a version of the program is published (docs/decisions/0029).
  [
    'ApiKeyChanged.v1',
    'ApiKeyIssued.v2',
    'ExtractCompleted.v2',
    'ExtractCompleted.v3',
    'ExtractDeferred.v2',
    'ExtractFailed.v2',
    'ExtractRequested.v2',
    'JobEnded.v1',
    'JobErased.v1',
  ],
];

/**
 * What this build writes where nobody says otherwise: the newest release that the version before it could read. No version
 * was published before the second release of the schemas, so the first version writes it (docs/decisions/0032).
 */
export const WRITE_RELEASE = 2;
