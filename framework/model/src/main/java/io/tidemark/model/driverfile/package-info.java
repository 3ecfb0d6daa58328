/** Drivers' files: the framework's own keys and sections, placeholders and secrets. */
package io.tidemark.model.driverfile;
