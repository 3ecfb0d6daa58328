/**
 * Finds driver folders, resolves class names, and loads each driver into a separate class loader.
 */
package io.tidemark.worker.driver;
