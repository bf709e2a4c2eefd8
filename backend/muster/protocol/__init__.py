"""What goes over the wire, typed: the browser's types are generated from these models."""
