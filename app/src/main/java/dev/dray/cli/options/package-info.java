/**
 * The options that commands share. Arguments enter, typed settings leave; wrong ones are refused
 * with a sentence. Begin with {@link dev.dray.cli.options.ClusterOptions}.
 */
@NullMarked
package dev.dray.cli.options;

import org.jspecify.annotations.NullMarked;
