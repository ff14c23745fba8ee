/* `require` says what to use instead. */
({ define }) => {
  define('require', (name) => {
    throw new Error(
      `require(${JSON.stringify(name)}) does not exist here: there are no Node modules. Use the global 'files' for the workspace, 'fetch' for the network, and import './file.js' for modules of the workspace.`,
    );
  });
};
