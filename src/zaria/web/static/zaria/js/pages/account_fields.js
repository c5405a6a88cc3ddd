// @ts-check
/* The fields of account forms: passwords can be shown, and an error goes when its field is corrected. */

/**
 * Let a button show and hide what is typed into its password field.
 * @param {HTMLButtonElement} button
 */
function showPassword(button) {
  const input = /** @type {HTMLInputElement} */ (
    document.getElementById(button.getAttribute('aria-controls') ?? '')
  );
  button.hidden = false;
  button.addEventListener('click', () => {
    const shown = input.type === 'password';
    input.type = shown ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(shown));
  });
  // A browser offers to save what a password field held, so it is one again when the form is sent.
  input.form?.addEventListener('submit', () => {
    input.type = 'password';
  });
}

/**
 * Drop what the server said about a field as soon as its text changes.
 * @param {HTMLElement} field
 */
function dropErrors(field) {
  const input = field.querySelector('[aria-invalid]');
  input?.addEventListener(
    'input',
    () => {
      input.removeAttribute('aria-invalid');
      for (const error of field.querySelectorAll('.wrong:not([role])')) error.remove();
    },
    { once: true },
  );
}

for (const button of document.querySelectorAll('.reveal'))
  showPassword(/** @type {HTMLButtonElement} */ (button));
for (const field of document.querySelectorAll('.field'))
  dropErrors(/** @type {HTMLElement} */ (field));

export {};
