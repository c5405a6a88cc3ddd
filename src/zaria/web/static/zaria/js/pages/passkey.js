// @ts-check
/* Says in the page what allauth's scripts would tell the console: that a passkey was not found, or was refused. */

const failure = document.getElementById('passkey-failed');
// It may have been put after the end of the page's content.
document.querySelector('main .acts')?.before(failure ?? '');
document.addEventListener('allauth.error', (event) => {
  event.preventDefault();
  if (failure) failure.hidden = false;
});
