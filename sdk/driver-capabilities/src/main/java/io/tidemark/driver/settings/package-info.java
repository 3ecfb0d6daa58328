/** Keys of files as annotated record components: their declaration, reading and errors. */
package io.tidemark.driver.settings;
