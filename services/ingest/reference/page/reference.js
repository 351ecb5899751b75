/** Shows /openapi.json. A key that is entered stays in the page's memory, and the requests it sends go to this service alone. */
async function show() {
  const answer = await fetch('openapi.json');
  // Below the path of this page: a proxy may have put the service there, which the service cannot know.
  const servers = [{ url: new URL('.', window.location.href).pathname }];
  const reference = window.SwaggerUIBundle({
    spec: { ...(await answer.json()), servers },
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    persistAuthorization: false,
    supportedSubmitMethods: ['get', 'post', 'put', 'delete'],
    validatorUrl: null,
  });
  // The link below the title.
  reference.specActions.updateUrl('openapi.json');
}
void show();

/** The renderer leaves its choices without names: each is called by the parameter, or the words, that it stands beside. */
function nameChoices() {
  for (const choice of document.querySelectorAll('#reference select:not([aria-label])')) {
    const row = choice.closest('tr')?.querySelector('.parameter__name')?.textContent;
    const label = choice.closest('label, .servers, .content-type-wrapper')?.textContent;
    choice.setAttribute('aria-label', (row ?? label ?? 'choice').trim().slice(0, 80));
  }
}
new MutationObserver(nameChoices).observe(document.getElementById('reference'), {
  childList: true,
  subtree: true,
});
