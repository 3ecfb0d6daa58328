/** Bodies from files and templates: how a file is divided, and what a template is filled with. */
package io.tidemark.model.body;
