/** The jobs that this browser has sent: their ids and names, for as long as the tab is open. */
const STORE = 'textrail.jobs';
const MOST = 50;

/** @typedef {{ jobId: string, name: string, file: File | null, job: any }} OwnJob */

/** @type {OwnJob[]} newest first */
export const ownJobs = stored();

function stored() {
  try {
    const known = JSON.parse(sessionStorage.getItem(STORE) ?? '[]');
    return known.map(({ jobId, name }) => ({ jobId, name, file: null, job: null }));
  } catch {
    return [];
  }
}

/** @param {OwnJob} own */
export function remember(own) {
  ownJobs.unshift(own);
  ownJobs.splice(MOST);
  save();
}

export function forgetAll() {
  ownJobs.length = 0;
  save();
}

function save() {
  sessionStorage.setItem(STORE, JSON.stringify(ownJobs.map(({ jobId, name }) => ({ jobId, name }))));
}
